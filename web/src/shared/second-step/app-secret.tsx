import type { TotpSecret } from '@fieldwatch/contract/people/second-factor'
import { Anchor, Button, Code, Group, Skeleton, Stack, Text } from '@mantine/core'
import { Suspense } from 'react'
import { CopyText } from '#ui/components/copy-text.tsx'
import { lazyPart } from '#platform/parts/lazy-part.tsx'
import classes from './second-step.module.css'
import { t } from './texts.ts'

const QrCode = lazyPart('qr-code', async () => (await import('./qr-code.tsx')).QrCode)

/** What goes into an authenticator app: to scan, and to type. */
export function AppSecret({ secret, uri }: TotpSecret) {
  return (
    <>
      <Text>{t('second-step.app.scan')}</Text>
      <Suspense fallback={<Skeleton height="14rem" />}>
        <QrCode text={uri} label={t('second-step.app.qr-code')} />
      </Suspense>
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <Text size="sm" fw={500}>
            {t('second-step.app.key')}
          </Text>
          <CopyText text={secret}>
            {({ copied, copy }) => (
              <Button variant="default" size="compact-sm" onClick={copy}>
                {copied ? t('second-step.copied') : t('second-step.app.key.copy')}
              </Button>
            )}
          </CopyText>
        </Group>
        <Code block className={classes['secret'] ?? ''}>
          {(secret.match(/.{1,4}/g) ?? []).join(' ')}
        </Code>
        <Anchor href={uri} size="sm">
          {t('second-step.app.open')}
        </Anchor>
      </Stack>
    </>
  )
}
