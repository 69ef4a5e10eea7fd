/** Crockford's Base32 in small letters: nothing in it is taken for something else. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'
const LENGTH = 12

/** A recovery code of 60 bits, from a text of at least 96 random bits in base64url: `4f7k-0x2m-9qrs`. */
export function recoveryCodeOf(random: string): string {
  const letters = [...Buffer.from(random, 'base64url').subarray(0, LENGTH)].map((byte) => LETTERS.charAt(byte % 32))
  return letters.join('').replaceAll(/(.{4})(?!$)/g, '$1-')
}

/** A code as it was typed, without what people add and mistake; undefined for what is none. */
export function readRecoveryCode(typed: string): string | undefined {
  const letters = typed.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1')
  return letters.length === LENGTH && /^[0-9a-hjkmnp-tv-z]+$/.test(letters) ? letters : undefined
}
