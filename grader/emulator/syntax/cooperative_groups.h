// Groups, whose functions the emulator declares without saying for which side.
#pragma once

#include "cuda_runtime.h"
//
#pragma clang force_cuda_host_device begin
#include "emulator/cooperative/coalesced_group.hpp"
#include "emulator/cooperative/groups.hpp"
#include "emulator/cooperative/lanes.hpp"
#include "emulator/cooperative/partition.hpp"
#include "emulator/cooperative/tile.hpp"
#pragma clang force_cuda_host_device end
