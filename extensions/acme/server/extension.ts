import { withSettings } from '@fieldwatch/server/extension'
import { z } from 'zod'
import { createAcmeCertificates } from './acme-certificates.ts'

/** Certificates that an authority gives by ACME, such as Let's Encrypt. */
export const acme = withSettings({
  name: 'acme',
  settings: {
    FIELDWATCH_ACME_DOMAIN: z
      .string()
      .toLowerCase()
      .transform((text) => text.split(/\s+/).filter((word) => word !== ''))
      .pipe(z.array(z.hostname('An entry is a name such as portal.example')).min(1).max(100))
      .optional()
      .describe(
        'Instead of the files `FIELDWATCH_TLS_CERT` and `FIELDWATCH_TLS_KEY`: the name of the portal, or several between spaces. The portal gets and renews a certificate by ACME: the certificate authority must be able to reach port 80 at that name.',
      ),
    FIELDWATCH_ACME_EMAIL: z.email().optional().describe('Where that authority may write to.'),
    FIELDWATCH_ACME_DIRECTORY: z
      .url({ protocol: /^https$/ })
      .default('https://acme-v02.api.letsencrypt.org/directory')
      .describe('That authority. Setting a domain agrees to its terms.'),
  },
  certificates: ({
    FIELDWATCH_ACME_DOMAIN: domains,
    FIELDWATCH_ACME_EMAIL: email,
    FIELDWATCH_ACME_DIRECTORY: directory,
  }) =>
    domains && {
      setting: 'FIELDWATCH_ACME_DOMAIN',
      names: domains,
      open: (parts) => createAcmeCertificates({ ...parts, settings: { domains, email, directory } }),
    },
})
