import type { AcmeStore, StoredCertificate } from './acme-store.ts'

export interface AcmeSettings {
  readonly domains: readonly string[]
  readonly email: string | undefined
  readonly directory: string
}

const TIMEOUT_MS = 30_000

/**
 * Gets a certificate from an authority that speaks ACME (RFC 8555). It asks by plain HTTP, on port 80 of the domain, for the
 * answers that are stored in the meantime (http-01).
 * @throws Error with what the authority said
 */
export async function obtainCertificate(
  store: AcmeStore,
  { domains, email, directory }: AcmeSettings,
): Promise<Pick<StoredCertificate, 'cert' | 'key'>> {
  // Loaded only where it is needed: it is large.
  const { axios, Client, crypto } = await import('acme-client')
  // What fails is tried again as a whole, and later.
  Object.assign(axios.defaults, { timeout: TIMEOUT_MS, acmeSettings: { retryMaxAttempts: 0, retryDefaultDelay: 5 } })
  let accountKey = await store.findAccountKey(directory)
  if (accountKey === undefined) {
    accountKey = (await crypto.createPrivateEcdsaKey()).toString()
    await store.saveAccountKey(directory, accountKey)
  }
  const [key, csr] = await crypto.createCsr({ altNames: [...domains] }, await crypto.createPrivateEcdsaKey())
  const client = new Client({ directoryUrl: directory, accountKey })
  const asked = client.auto({
    csr,
    ...(email === undefined ? {} : { email }),
    termsOfServiceAgreed: true,
    challengePriority: ['http-01'],
    // It would ask ourselves under the public address, which need not be reachable from here.
    skipChallengeVerification: true,
    challengeCreateFn: (_authorization, { token }, answer) => store.saveAnswer(token, answer),
    challengeRemoveFn: (_authorization, { token }) => store.removeAnswer(token),
  })
  const cert = await asked.catch((error: Error) => {
    // Leaves out the request, which errors of the client carry.
    throw new Error(error.message)
  })
  return { cert, key: key.toString() }
}
