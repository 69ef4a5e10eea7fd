/** From here on a body is decoded in another thread: some hundred records, a millisecond's work. */
const LARGE_BYTES = 32 * 1024
/** A shorter one with so many values, or records, takes as long. */
const MANY_COMMAS = 2_500
const COMMA = 44

/** Whether decoding a body here would hold up others for longer than handing it to another thread. */
export function isWorthThread(body: Buffer): boolean {
  if (body.length >= LARGE_BYTES) return true
  if (body.length < MANY_COMMAS) return false
  let commas = 0
  for (let place = body.indexOf(COMMA); place !== -1; place = body.indexOf(COMMA, place + 1)) {
    commas += 1
    if (commas >= MANY_COMMAS) return true
  }
  return false
}
