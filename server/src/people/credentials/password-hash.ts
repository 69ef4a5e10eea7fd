import { hash, type Options, verify } from '@node-rs/argon2'

/** Options of argon2id, the library's default algorithm: about 11 ms off the main thread. */
const OPTIONS: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The hash of a random password that was thrown away, with the same options. */
export const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$W8GKCt+GGQSTiMSrGGJ4tg$n0YaTAU35tieEj10OWCxY6hX2iVV2EkigKCVGc++JiE'

export function hashPassword(password: string): Promise<string> {
  return hash(password, OPTIONS)
}

/** Takes the same time with and without a hash, so that timing does not reveal whether an account exists. */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? NOBODYS_HASH, password)
  return matches && passwordHash !== undefined
}
