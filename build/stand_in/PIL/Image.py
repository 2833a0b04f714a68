"""What ReportLab compares a drawing with; nothing is ever one."""


class Image:
    """A picture, of which there are none."""
