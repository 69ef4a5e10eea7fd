/** Where passkeys are good for: they belong to the name of the portal, and are used at its address alone. */
export function passkeyOrigin(publicUrl: string): { origin: string; rpID: string } {
  const { origin, hostname } = new URL(publicUrl)
  return { origin, rpID: hostname }
}
