import type { TotpSecret } from '@fieldwatch/contract/people/second-factor'
import { Anchor, Button, Code, CopyButton, Group, Skeleton, Stack, Text } from '@mantine/core'
import { Suspense } from 'react'
import { lazyPart } from '#platform/parts/lazy-part.tsx'
import classes from './second-step.module.css'

const QrCode = lazyPart('qr-code', async () => (await import('./qr-code.tsx')).QrCode)

/** What goes into an authenticator app: to scan, and to type. */
export function AppSecret({ secret, uri }: TotpSecret) {
  return (
    <>
      <Text>Scan this with your authenticator app, or type the key into it.</Text>
      <Suspense fallback={<Skeleton height="14rem" />}>
        <QrCode text={uri} label="QR code for an authenticator app" />
      </Suspense>
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <Text size="sm" fw={500}>
            Key
          </Text>
          <CopyButton value={secret}>
            {({ copied, copy }) => (
              <Button variant="default" size="compact-sm" onClick={copy}>
                {copied ? 'Copied' : 'Copy the key'}
              </Button>
            )}
          </CopyButton>
        </Group>
        <Code block className={classes['secret'] ?? ''}>
          {(secret.match(/.{1,4}/g) ?? []).join(' ')}
        </Code>
        <Anchor href={uri} size="sm">
          Open it in an app on this device
        </Anchor>
      </Stack>
    </>
  )
}
