// Replaces the ESP32 core of Arduino, so that the sketch of the guide can be compiled and run on this machine.
#pragma once
#include <chrono>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <thread>

class String {
 public:
  String(const char *text = "") : text_(text) {}
  String(const std::string &text) : text_(text) {}
  String &operator+=(const char *more) {
    text_ += more;
    return *this;
  }
  String operator+(const char *more) const { return String(text_ + more); }
  bool startsWith(const char *begin) const { return text_.rfind(begin, 0) == 0; }
  const char *c_str() const { return text_.c_str(); }

 private:
  std::string text_;
};

struct SerialPort {
  void begin(unsigned long) {}
  int printf(const char *format, ...) {
    va_list values;
    va_start(values, format);
    const int written = vprintf(format, values);
    va_end(values);
    fflush(stdout);
    return written;
  }
};
inline SerialPort Serial;

inline unsigned long millis() {
  using namespace std::chrono;
  static const auto start = steady_clock::now();
  return duration_cast<milliseconds>(steady_clock::now() - start).count();
}
inline void delay(unsigned long ms) { std::this_thread::sleep_for(std::chrono::milliseconds(ms)); }
/** Counts up, so that a record that is lost shows. */
inline int analogRead(int) {
  static int reading = 0;
  return reading++;
}
inline void configTime(long, int, const char *) {}
