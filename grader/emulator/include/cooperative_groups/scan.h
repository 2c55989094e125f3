// cooperative_groups::inclusive_scan and exclusive_scan, and the operators.
#pragma once

#include "cooperative_groups/reduce.h"
