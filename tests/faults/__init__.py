"""What can go wrong around the program: kills, full disks, damaged and vanished files, two programs, clocks, broken starts."""
