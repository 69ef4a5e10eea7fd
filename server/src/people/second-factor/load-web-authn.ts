/** Loads what knows the protocol of passkeys when one is asked for: a tenth of all modules of a server, which most never need. */
export const loadWebAuthn = () => import('@simplewebauthn/server')
