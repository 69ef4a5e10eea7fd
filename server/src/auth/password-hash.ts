import { hash, type Options, verify } from '@node-rs/argon2'

/** Of argon2id, which the library takes unless told otherwise: about 11 ms, off the main thread. */
const OPTIONS: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(password, OPTIONS)
}

/** Takes the same time whether there is a hash or not, so that an answer's time tells nothing about an account. */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await nobodysHash), password)
  return matches && passwordHash !== undefined
}

const nobodysHash = hashPassword('the password of nobody')
