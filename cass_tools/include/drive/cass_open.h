// Makes the members of what comes after it public, so that a driver can fill them. The standard
// library comes before it: some of its headers cannot be read that way.
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <sstream>
#include <thread>
#include <vector>

#define private public
#define protected public
