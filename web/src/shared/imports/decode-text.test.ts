import { describe, expect, it } from 'vitest'
import { decodeText } from './decode-text.ts'

const utf16 = (text: string): Uint8Array =>
  new Uint8Array([
    0xff,
    0xfe,
    ...text.split('').flatMap((letter) => [letter.charCodeAt(0) & 255, letter.charCodeAt(0) >> 8]),
  ])

describe('the text of a file', () => {
  it.each([
    ['UTF-8', new TextEncoder().encode('Tyne Möbil')],
    ['UTF-8 with a byte order mark', new Uint8Array([0xef, 0xbb, 0xbf, ...new TextEncoder().encode('Tyne Möbil')])],
    [
      'Windows-1252',
      new Uint8Array(Array.from('Tyne M', (letter) => letter.charCodeAt(0)).concat(0xf6, 0x62, 0x69, 0x6c)),
    ],
    ['UTF-16', utf16('Tyne Möbil')],
  ])('in %s is read', (_encoding, bytes) => {
    expect(decodeText(bytes)).toBe('Tyne Möbil')
  })
})
