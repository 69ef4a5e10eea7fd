/** How the values of an IO element are read. */
interface IoElement {
  readonly name: string
  /** The bytes of its values. What an id means in another length is another element of another family. */
  readonly size: number
  readonly scale?: number
  readonly signed?: true
  readonly kind?: 'boolean' | 'hex'
  /** Values by which the tracker says that it has none, and why. */
  readonly errors?: ReadonlyMap<number, string>
}

/** The error values of temperature sensors, in tenths of a degree (the maker's list of AVL ids, Dallas Temperature). */
const SENSOR_ERRORS: ReadonlyMap<number, string> = new Map([
  [850, 'not ready'],
  [2000, 'read error'],
  [3000, 'not connected'],
  [4000, 'identification failed'],
  [5000, 'not ready'],
])

const volts = (name: string): IoElement => ({ name, size: 2, scale: 1000 })
const flag = (name: string): IoElement => ({ name, size: 1, kind: 'boolean' })
const celsius = (name: string): IoElement => ({ name, size: 4, scale: 10, signed: true, errors: SENSOR_ERRORS })
const plain = (name: string, size: number): IoElement => ({ name, size })

/** The IO elements that trackers of the FMB family share. What the id of another element means depends on the model. */
const ELEMENTS: Readonly<Record<number, IoElement>> = {
  1: flag('din1'),
  2: flag('din2'),
  3: flag('din3'),
  4: flag('din4'),
  9: volts('ain1'),
  10: volts('ain2'),
  16: plain('odometer', 4),
  17: { name: 'axis_x', size: 2, signed: true },
  18: { name: 'axis_y', size: 2, signed: true },
  19: { name: 'axis_z', size: 2, signed: true },
  21: plain('gsm_signal', 1),
  66: volts('supply_voltage'),
  67: volts('battery_voltage'),
  68: { name: 'battery_current', size: 2, scale: 1000 },
  69: plain('gnss_state', 1),
  72: celsius('temperature1'),
  73: celsius('temperature2'),
  74: celsius('temperature3'),
  75: celsius('temperature4'),
  78: { name: 'ibutton', size: 8, kind: 'hex' },
  113: plain('battery_level', 1),
  179: flag('dout1'),
  180: flag('dout2'),
  181: { name: 'pdop', size: 2, scale: 10 },
  182: { name: 'hdop', size: 2, scale: 10 },
  199: plain('trip', 4),
  200: plain('sleep_mode', 1),
  239: flag('ignition'),
  240: flag('movement'),
  241: plain('operator', 4),
}

const ICCID = 11
/** Older firmware sends the last ten digits of the ICCID apart. */
const ICCID_END = 14
const END_DIGITS = 10
/** The fewest digits of a whole ICCID. */
const ICCID_DIGITS = 18

type IoValues = ReadonlyMap<number, Buffer>
type FieldsOfIo = Record<string, number | string | boolean>

/**
 * The IO values as fields: known elements by name and in their units, others as `io{id}`. A sensor without a value has a field that says why, such
 * as `temperature1_error`.
 */
export function readIoFields(io: IoValues): FieldsOfIo {
  const fields: FieldsOfIo = {}
  const iccid = readIccid(io)
  if (iccid !== undefined) fields['iccid'] = iccid
  for (const [id, bytes] of io) {
    if (iccid !== undefined && (id === ICCID || id === ICCID_END)) continue
    const known = ELEMENTS[id]
    const element = known?.size === bytes.length ? known : { name: `io${id}`, size: bytes.length }
    const value = readValue(element, bytes)
    const error = typeof value === 'number' ? element.errors?.get(Math.round(value * (element.scale ?? 1))) : undefined
    if (error === undefined) fields[element.name] = value
    else fields[`${element.name}_error`] = error
  }
  return fields
}

/** The number of the SIM card that the tracker reports. */
export function readIccid(io: IoValues): string | undefined {
  const whole = readDigits(io.get(ICCID))
  const end = readDigits(io.get(ICCID_END))
  if (whole === undefined || whole === '0') return undefined
  if (whole.length >= ICCID_DIGITS) return whole
  return end === undefined || end.length > END_DIGITS ? undefined : whole + end.padStart(END_DIGITS, '0')
}

/** A number of 8 bytes, or digits as text, which codec 8 extended can send. */
function readDigits(bytes: Buffer | undefined): string | undefined {
  if (bytes === undefined) return undefined
  if (bytes.length === 8) return bytes.readBigUInt64BE().toString()
  const text = bytes.toString('latin1')
  return /^\d{18,20}$/.test(text) ? text : undefined
}

const WHOLE_NUMBER_SIZES = [1, 2, 4, 8]

function readValue({ scale = 1, signed, kind }: IoElement, bytes: Buffer): number | string | boolean {
  if (kind === 'hex' || !WHOLE_NUMBER_SIZES.includes(bytes.length)) return bytes.toString('hex')
  if (bytes.length === 8) {
    const value = bytes.readBigUInt64BE()
    return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) / scale : value.toString()
  }
  const value = signed ? bytes.readIntBE(0, bytes.length) : bytes.readUIntBE(0, bytes.length)
  return kind === 'boolean' ? value !== 0 : value / scale
}
