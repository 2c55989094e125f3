// `lab list`: the labs, the points so far, the next one.
#pragma once

#include "pipeline/context.hpp"
#include "pipeline/course.hpp"

namespace pipeline {

void list_labs(const Context& context, const Course& course);

}  // namespace pipeline
