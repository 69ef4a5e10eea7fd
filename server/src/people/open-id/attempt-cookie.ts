/** What a browser keeps while its user is at the provider. */
interface Attempt {
  /** Ties the answer of the provider to the browser that asked. */
  readonly browserSecret: string
  /** The page that the user wanted to open; undefined: none. */
  readonly wanted: string | undefined
}

export const ATTEMPT_COOKIE = 'fieldwatch_sign_in'

/** Browsers drop cookies of more than 4,096 bytes; a longer address is forgotten instead. */
const LONGEST_WANTED = 3_000

export function writeAttempt({ browserSecret, wanted = '' }: Attempt): string {
  const kept = Buffer.from(wanted).toString('base64url')
  return `${browserSecret}.${kept.length > LONGEST_WANTED ? '' : kept}`
}

export function readAttempt(cookie = ''): Attempt {
  const [browserSecret = '', kept = ''] = cookie.split('.')
  return { browserSecret, wanted: kept === '' ? undefined : Buffer.from(kept, 'base64url').toString() }
}
