// cooperative_groups::reduce and the operators.
#pragma once

#include "cooperative_groups.h"
//
#include "emulator/cooperative/collectives.hpp"
#include "emulator/cooperative/operators.hpp"
