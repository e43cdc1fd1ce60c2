"""How often Python looks for garbage in cycles: trees, findings and modules being loaded hold few."""

import gc

SELDOM = (50_000, 20, 50)  # objects before it looks: as Python has it, a tenth of the time goes into looking


def collect_seldom() -> None:
    """Look so seldom in this process from now on."""
    gc.set_threshold(*SELDOM)


def collect_no_more() -> None:
    """Leave all that there is to the end of this process, which comes now: what is in use is not looked through."""
    gc.disable()
    gc.freeze()
