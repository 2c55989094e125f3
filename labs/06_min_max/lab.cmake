set(LAB_TITLE "Min and max")
set(LAB_FILE min_max.cu)
set(LAB_TASKS 4)
# Processor seconds of the longest check, emulated, where the grid is always that of a large card:
# right as well, and far slower here than the reference solution.
set(LAB_REFERENCE_SECONDS 3)
