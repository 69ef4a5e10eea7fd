import { randomBytes, randomInt, randomUUID } from 'node:crypto'

/** Where identities and secrets come from. Injected, so that tests can foresee them. */
export interface Random {
  /** A new id. */
  id(): string
  /** 256 random bits that no one can guess, as 43 URL-safe characters. */
  secret(): string
  /** So many decimal digits, each as likely as the others. */
  digits(count: number): string
}

export const systemRandom: Random = {
  id: () => randomUUID(),
  secret: () => randomBytes(32).toString('base64url'),
  digits: (count) => Array.from({ length: count }, () => randomInt(10)).join(''),
}
