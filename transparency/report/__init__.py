"""What people read: reports as pages that need no server and no network."""
