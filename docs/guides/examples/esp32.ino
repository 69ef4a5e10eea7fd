// A unit for Fieldwatch on an ESP32: measures, keeps records while there is no network, sends them by HTTPS.
// Needs nothing but the ESP32 core of Arduino: HTTPClient, WiFi and WiFiClientSecure are part of it.
#include <HTTPClient.h>
#include <WiFi.h>
#include <WiFiClientSecure.h>
#include <sys/time.h>

const char *WIFI_NAME = "your network";
const char *WIFI_PASSWORD = "its password";
const char *PORTAL = "https://portal.example";  // http://… without TLS
const char *DATA_ID = "tank-01";
const char *TOKEN = "UNIT_TOKEN";
const char *SOURCE = "tank";
const unsigned long EVERY_MS = 10000;

// Who vouches for your portal: this is the root of Let's Encrypt (ISRG Root X1, until 2035). Put another one here when your
// portal has its certificate from elsewhere. With nullptr anybody on the way can pose as the portal and read the token.
const char *AUTHORITY = R"(
-----BEGIN CERTIFICATE-----
MIIFazCCA1OgAwIBAgIRAIIQz7DSQONZRGPgu2OCiwAwDQYJKoZIhvcNAQELBQAw
TzELMAkGA1UEBhMCVVMxKTAnBgNVBAoTIEludGVybmV0IFNlY3VyaXR5IFJlc2Vh
cmNoIEdyb3VwMRUwEwYDVQQDEwxJU1JHIFJvb3QgWDEwHhcNMTUwNjA0MTEwNDM4
WhcNMzUwNjA0MTEwNDM4WjBPMQswCQYDVQQGEwJVUzEpMCcGA1UEChMgSW50ZXJu
ZXQgU2VjdXJpdHkgUmVzZWFyY2ggR3JvdXAxFTATBgNVBAMTDElTUkcgUm9vdCBY
MTCCAiIwDQYJKoZIhvcNAQEBBQADggIPADCCAgoCggIBAK3oJHP0FDfzm54rVygc
h77ct984kIxuPOZXoHj3dcKi/vVqbvYATyjb3miGbESTtrFj/RQSa78f0uoxmyF+
0TM8ukj13Xnfs7j/EvEhmkvBioZxaUpmZmyPfjxwv60pIgbz5MDmgK7iS4+3mX6U
A5/TR5d8mUgjU+g4rk8Kb4Mu0UlXjIB0ttov0DiNewNwIRt18jA8+o+u3dpjq+sW
T8KOEUt+zwvo/7V3LvSye0rgTBIlDHCNAymg4VMk7BPZ7hm/ELNKjD+Jo2FR3qyH
B5T0Y3HsLuJvW5iB4YlcNHlsdu87kGJ55tukmi8mxdAQ4Q7e2RCOFvu396j3x+UC
B5iPNgiV5+I3lg02dZ77DnKxHZu8A/lJBdiB3QW0KtZB6awBdpUKD9jf1b0SHzUv
KBds0pjBqAlkd25HN7rOrFleaJ1/ctaJxQZBKT5ZPt0m9STJEadao0xAH0ahmbWn
OlFuhjuefXKnEgV4We0+UXgVCwOPjdAvBbI+e0ocS3MFEvzG6uBQE3xDk3SzynTn
jh8BCNAw1FtxNrQHusEwMFxIt4I7mKZ9YIqioymCzLq9gwQbooMDQaHWBfEbwrbw
qHyGO0aoSCqI3Haadr8faqU9GY/rOPNk3sgrDQoo//fb4hVC1CLQJ13hef4Y53CI
rU7m2Ys6xt0nUW7/vGT1M0NPAgMBAAGjQjBAMA4GA1UdDwEB/wQEAwIBBjAPBgNV
HRMBAf8EBTADAQH/MB0GA1UdDgQWBBR5tFnme7bl5AFzgAiIyBpY9umbbjANBgkq
hkiG9w0BAQsFAAOCAgEAVR9YqbyyqFDQDLHYGmkgJykIrGF1XIpu+ILlaS/V9lZL
ubhzEFnTIZd+50xx+7LSYK05qAvqFyFWhfFQDlnrzuBZ6brJFe+GnY+EgPbk6ZGQ
3BebYhtF8GaV0nxvwuo77x/Py9auJ/GpsMiu/X1+mvoiBOv/2X/qkSsisRcOj/KK
NFtY2PwByVS5uCbMiogziUwthDyC3+6WVwW6LLv3xLfHTjuCvjHIInNzktHCgKQ5
ORAzI4JMPJ+GslWYHb4phowim57iaztXOoJwTdwJx4nLCgdNbOhdjsnvzqvHu7Ur
TkXWStAmzOVyyghqpZXjFaH3pO3JLF+l+/+sKAIuvtd7u+Nxe5AW0wdeRlN8NwdC
jNPElpzVmbUq4JUagEiuTDkHzsxHpFKVK7q4+63SM1N95R1NbdWhscdCb+ZAJzVc
oyi3B43njTOQ5yOf+1CceWxG1bQVs5ZufpsMljq4Ui0/1lvh+wjChP4kqKOJ2qxq
4RgqsahDYVvTH9w7jXbyLeiNdd8XM2w9U/t7y0Ff/9yi0GE44Za4rF2LN9d11TPA
mRGunUHBcnWEvgJBQl9nJEiU0Zsnvgc/ubhPgXRR4Xq37Z0j4r7g1SgEEzwxA57d
emyPxgcYxn/eR44/KJ4EBs+lVDR3veyJm+kXQ99b21/+jh5Xos1AnX5iItreGCc=
-----END CERTIFICATE-----
)";

// What is kept in memory while the portal cannot be reached: about two and a half hours. A power cut loses it.
const int MOST_KEPT = 900;
const int A_TIME = 50;

struct Record {
  int64_t at;  // milliseconds since 1970, or since the start while the clock is not set
  float level;
};

Record kept[MOST_KEPT];
int first = 0;
int count = 0;
unsigned long lastMeasured = 0;
unsigned long lastTried = 0;

// What this unit measures: replace it by your sensor.
float measure() { return analogRead(34) / 40.95; }

void keep(const Record &record) {
  if (count == MOST_KEPT) {
    first = (first + 1) % MOST_KEPT;
    count--;
  }
  kept[(first + count) % MOST_KEPT] = record;
  count++;
}

int64_t clockMs() {
  timeval now;
  gettimeofday(&now, nullptr);
  return (int64_t)now.tv_sec * 1000 + now.tv_usec / 1000;
}

bool clockIsSet() { return clockMs() > 1700000000000LL; }

// What was measured before the clock was set gets its time as soon as it is.
int64_t timeOf(const Record &record) {
  const int64_t sinceStart = millis();
  return record.at > 1700000000000LL ? record.at : clockMs() - (sinceStart - record.at);
}

String bodyOf(int records) {
  String body = "[";
  for (int place = 0; place < records; place++) {
    Record &record = kept[(first + place) % MOST_KEPT];
    record.at = timeOf(record);
    char line[80];
    snprintf(line, sizeof line, "%s{\"messageUTC\":%lld,\"level\":%.2f}", place == 0 ? "" : ",", (long long)record.at, record.level);
    body += line;
  }
  return body + "]";
}

void send() {
  WiFiClientSecure secure;
  WiFiClient plain;
  if (AUTHORITY != nullptr) secure.setCACert(AUTHORITY);
  else secure.setInsecure();
  const String address = String(PORTAL) + "/api/v1/ingest/" + DATA_ID + "/" + SOURCE;
  HTTPClient http;
  if (!http.begin(address.startsWith("https:") ? secure : plain, address)) return;
  http.addHeader("content-type", "application/json");
  http.addHeader("authorization", String("Bearer ") + TOKEN);
  http.setTimeout(15000);
  const int records = count < A_TIME ? count : A_TIME;
  const int status = http.POST(bodyOf(records));
  // 200: they are stored. 400: they can never be. Everything else is tried again.
  if (status == 200 || status == 400) {
    first = (first + records) % MOST_KEPT;
    count -= records;
  }
  if (status != 200) Serial.printf("not stored: %d %s\n", status, http.getString().c_str());
  http.end();
}

void setup() {
  Serial.begin(115200);
  WiFi.begin(WIFI_NAME, WIFI_PASSWORD);
  configTime(0, 0, "pool.ntp.org");
}

void loop() {
  if (millis() - lastMeasured >= EVERY_MS) {
    lastMeasured = millis();
    keep({clockIsSet() ? clockMs() : (int64_t)millis(), measure()});
  }
  if (count > 0 && clockIsSet() && WiFi.status() == WL_CONNECTED && millis() - lastTried >= 2000) {
    lastTried = millis();
    send();
  }
  delay(50);
}
