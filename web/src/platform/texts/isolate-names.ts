/** Letters that are written from right to left, such as Hebrew and Arabic. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/

/** As `<bdi>` does it, also in labels and titles: U+2068 and U+2069 of the Unicode bidirectional algorithm. */
const [START, END] = ['\u2068', '\u2069']

/** The values of a text. Names with letters from right to left are isolated, so that they don't reorder the words around them. */
export function isolateNames(values: object | undefined): object | undefined {
  if (values === undefined || !Object.values(values).some(isRightToLeft)) return values
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      isRightToLeft(value) ? `${START}${String(value)}${END}` : value,
    ]),
  )
}

function isRightToLeft(value: unknown): boolean {
  return typeof value === 'string' && RIGHT_TO_LEFT.test(value)
}
