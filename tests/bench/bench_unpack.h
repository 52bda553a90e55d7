// Integers a second (documents and frequencies) out of full blocks of postings.
#pragma once

namespace thresh {

void PrintUnpackSpeed();

}  // namespace thresh
