#pragma once
#include "Arduino.h"

enum { WL_CONNECTED = 3 };
struct WiFiPart {
  void begin(const char *, const char *) {}
  int status() { return WL_CONNECTED; }
};
inline WiFiPart WiFi;
struct WiFiClient {};
