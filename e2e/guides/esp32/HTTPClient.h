#pragma once
#include "WiFi.h"

/** Sends by curl. */
class HTTPClient {
 public:
  bool begin(WiFiClient &, const String &address) {
    command_ = std::string("curl -s -m 5 -w '\n%{http_code}' ") + address.c_str();
    return true;
  }
  void addHeader(const String &name, const String &value) {
    command_ += std::string(" -H '") + name.c_str() + ": " + value.c_str() + "'";
  }
  void setTimeout(uint16_t) {}
  int POST(const String &body) {
    FILE *curl = popen((command_ + " -d '" + body.c_str() + "'").c_str(), "r");
    char part[4096];
    reply_.clear();
    while (const size_t length = fread(part, 1, sizeof part, curl)) reply_.append(part, length);
    pclose(curl);
    const size_t end = reply_.rfind('\n');
    const int status = atoi(reply_.c_str() + end + 1);
    reply_.resize(end);
    return status == 0 ? -1 : status;
  }
  String getString() { return String(reply_); }
  void end() {}

 private:
  std::string command_;
  std::string reply_;
};
