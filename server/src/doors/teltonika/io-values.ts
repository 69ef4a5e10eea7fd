/** How the values of an IO element are read. */
interface IoElement {
  readonly name: string
  readonly scale?: number
  readonly signed?: true
  readonly kind?: 'boolean' | 'hex'
}

const volts = (name: string): IoElement => ({ name, scale: 1000 })
const flag = (name: string): IoElement => ({ name, kind: 'boolean' })
const celsius = (name: string): IoElement => ({ name, scale: 10, signed: true })
const plain = (name: string): IoElement => ({ name })

/** The IO elements that trackers of the FMB family share. What the id of another element means depends on the model. */
const ELEMENTS: Readonly<Record<number, IoElement>> = {
  1: flag('din1'),
  2: flag('din2'),
  3: flag('din3'),
  4: flag('din4'),
  9: volts('ain1'),
  10: volts('ain2'),
  16: plain('odometer'),
  17: { name: 'axis_x', signed: true },
  18: { name: 'axis_y', signed: true },
  19: { name: 'axis_z', signed: true },
  21: plain('gsm_signal'),
  66: volts('supply_voltage'),
  67: volts('battery_voltage'),
  68: { name: 'battery_current', scale: 1000 },
  69: plain('gnss_state'),
  72: celsius('temperature1'),
  73: celsius('temperature2'),
  74: celsius('temperature3'),
  75: celsius('temperature4'),
  78: { name: 'ibutton', kind: 'hex' },
  113: plain('battery_level'),
  179: flag('dout1'),
  180: flag('dout2'),
  181: { name: 'pdop', scale: 10 },
  182: { name: 'hdop', scale: 10 },
  199: plain('trip'),
  200: plain('sleep_mode'),
  239: flag('ignition'),
  240: flag('movement'),
  241: plain('operator'),
}

const ICCID = 11
/** Older firmware sends the last ten digits of the ICCID apart. */
const ICCID_END = 14
const END_DIGITS = 10
/** The fewest digits of a whole ICCID. */
const ICCID_DIGITS = 18

type IoValues = ReadonlyMap<number, Buffer>
type FieldsOfIo = Record<string, number | string | boolean>

/** The IO values as fields: known elements by name and in their units, others as `io{id}`. */
export function readIoFields(io: IoValues): FieldsOfIo {
  const fields: FieldsOfIo = {}
  const iccid = readIccid(io)
  if (iccid !== undefined) fields['iccid'] = iccid
  for (const [id, bytes] of io) {
    if (iccid !== undefined && (id === ICCID || id === ICCID_END)) continue
    const element = ELEMENTS[id] ?? { name: `io${id}` }
    fields[element.name] = readValue(element, bytes)
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
