"""What `lawspeaker new` writes: templates of files, filled in; nothing that is there already is ever overwritten."""
