"""Starting and stopping: one program per user, its port, the browser, the log."""
