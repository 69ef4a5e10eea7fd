/** The text of a file, in whichever of the usual encodings a spreadsheet wrote it: UTF-8, UTF-16 or Windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  const mark = `${bytes[0] ?? 0} ${bytes[1] ?? 0}`
  if (mark === '255 254') return new TextDecoder('utf-16le').decode(bytes)
  if (mark === '254 255') return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Every byte sequence is valid Windows-1252.
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
