const DAY = 86_400_000

const twoDigits = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, '0'))
const threeDigits = Array.from({ length: 1000 }, (_, value) => String(value).padStart(3, '0'))

let knownDay = Number.NaN
let date = ''

/**
 * As `Date.prototype.toISOString`, a tenth of its cost where the day is the one of the call before: replies hold thousands of times.
 * @param at epoch milliseconds, whole
 */
export function formatTime(at: number): string {
  const day = Math.floor(at / DAY)
  if (day !== knownDay) {
    date = new Date(day * DAY).toISOString().slice(0, -'00:00:00.000Z'.length)
    knownDay = day
  }
  const rest = at - day * DAY
  const seconds = Math.floor(rest / 1000)
  const minutes = Math.floor(seconds / 60)
  const time = `${twoDigits[Math.floor(minutes / 60)]}:${twoDigits[minutes % 60]}:${twoDigits[seconds % 60]}`
  return `${date}${time}.${threeDigits[rest % 1000]}Z`
}
