#include "CNightjarLinux.h"
