// Cooperative groups: thread_block, grid_group, tiles of up to 32 threads, coalesced groups,
// partitions, and with reduce.h and scan.h the collectives. Not offered, and so errors: clusters,
// tiles of more than a warp, split arrive and wait, memcpy_async, invoke_one.
#pragma once

#include "cuda_runtime.h"
//
#include "emulator/cooperative/coalesced_group.hpp"
#include "emulator/cooperative/groups.hpp"
#include "emulator/cooperative/lanes.hpp"
#include "emulator/cooperative/partition.hpp"
#include "emulator/cooperative/tile.hpp"
