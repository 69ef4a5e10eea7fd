import { calibrate, concern, corrected, type Point, readNumber } from './calibration.ts'
import type { LiveReading } from './messages.ts'

/** The sensors that the page knows before the portal tells it about readings. */
const SENSORS = ['NO3-', 'K+', 'pH'] as const

const STEPS = ['First standard', 'Second standard'] as const

export interface Worksheet {
  setReadings: (readings: readonly LiveReading[]) => void
}

/** Draws the sheet for a calibration by two standards into `place`, and keeps its result up to date. */
export function createWorksheet(place: HTMLElement): Worksheet {
  let readings: readonly LiveReading[] = []
  place.innerHTML = PAGE
  const sensor = part<HTMLSelectElement>(place, 'sensor')
  const live = part(place, 'live')
  const result = part(place, 'result')
  for (const name of SENSORS) sensor.append(new Option(name))

  const liveValue = () => readings.find(({ name }) => name === sensor.value)?.value
  const field = (name: string) => part<HTMLInputElement>(place, name)
  const pointOf = (step: number): Point | undefined => {
    const standard = readNumber(field(`standard-${step}`).value)
    const reading = readNumber(field(`reading-${step}`).value)
    return standard === undefined || reading === undefined ? undefined : { standard, reading }
  }

  function showLive(): void {
    const value = liveValue()
    live.textContent =
      value === undefined ? 'No reading here: type what the sensor shows.' : `The sensor reads ${value}`
    for (const step of STEPS.keys()) part<HTMLButtonElement>(place, `take-${step}`).disabled = value === undefined
  }

  function showResult(): void {
    result.textContent = resultText(pointOf(0), pointOf(1), liveValue())
  }

  for (const step of STEPS.keys()) {
    part(place, `take-${step}`).addEventListener('click', () => {
      field(`reading-${step}`).value = String(liveValue() ?? '')
      showResult()
    })
  }
  part(place, 'form').addEventListener('input', showResult)
  sensor.addEventListener('change', () => {
    for (const step of STEPS.keys()) for (const name of ['standard', 'reading']) field(`${name}-${step}`).value = ''
    showLive()
    showResult()
  })
  showLive()
  showResult()

  return {
    setReadings: (next) => {
      readings = next
      showLive()
      showResult()
    },
  }
}

function resultText(first: Point | undefined, second: Point | undefined, live: number | undefined): string {
  if (first === undefined || second === undefined) return 'The result appears when both standards have both numbers.'
  const found = calibrate(first, second)
  if (found === undefined) return 'Both readings are the same. Use two standards that are farther apart.'
  const now = live === undefined ? [] : [`The sensor now means ${corrected(found, live).toFixed(2)}.`]
  const doubt = concern(found)
  return [
    `Slope ${found.slope.toFixed(4)}, offset ${found.offset.toFixed(3)}.`,
    'Enter both on the sensor.',
    ...now,
    ...(doubt === undefined ? [] : [doubt]),
  ].join(' ')
}

function part<E extends HTMLElement = HTMLElement>(place: HTMLElement, id: string): E {
  const element = place.querySelector<E>(`#${id}`)
  if (element === null) throw new Error(`the worksheet has no ${id}`)
  return element
}

const stepHtml = (title: string, step: number): string => `
  <fieldset>
    <legend>${title}</legend>
    <p>Rinse the probe, put it into the standard, and wait until the reading rests.</p>
    <label>Value of the standard <input id="standard-${step}" inputmode="decimal" autocomplete="off" /></label>
    <label>Reading <input id="reading-${step}" inputmode="decimal" autocomplete="off" /></label>
    <button type="button" id="take-${step}">Take the reading</button>
  </fieldset>`

const PAGE = `
  <h1>Calibration by two standards</h1>
  <form id="form">
    <label>Sensor <select id="sensor"></select></label>
    <p id="live" role="status"></p>
    ${STEPS.map(stepHtml).join('')}
  </form>
  <h2>Result</h2>
  <p id="result" role="status"></p>`
