// The loop of the Arduino core.
#include "Arduino.h"
void setup();
void loop();
int main() {
  setup();
  for (;;) loop();
}
