import { Button, Stack, Text, Title } from '@mantine/core'
import { useNetwork, useWindowEvent } from '@mantine/hooks'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { use } from 'react'
import { WithinMain } from '#ui/components/within-main.ts'
import { ChunkLoadError } from '#platform/parts/load-chunk.ts'
import classes from './full-view.module.css'
import { ButtonLink } from '#ui/components/button-link.tsx'
import { usePageTitle } from '#ui/components/use-page-title.ts'
import { t } from '#platform/texts.ts'

/** What is shown in place of a page that could not be shown. */
export function ErrorView({ error }: ErrorComponentProps) {
  const withinMain = use(WithinMain)
  const { online } = useNetwork()
  const chunk = error instanceof ChunkLoadError
  // Nothing was entered on a page that did not arrive.
  useWindowEvent('online', () => {
    if (chunk) location.reload()
  })
  return (
    <Stack component={withinMain ? 'div' : 'main'} role="alert" className={classes['view'] ?? ''}>
      <Title order={1} size="h3">
        {chunk ? t('ui.part.failed', { id: error.id }) : t('ui.page.broken.title')}
      </Title>
      <Text c="dimmed">{adviceOf(chunk, online)}</Text>
      <Button disabled={!online} onClick={() => location.reload()}>
        {t('ui.reload')}
      </Button>
    </Stack>
  )
}

/** Without a network a reload would leave the portal. */
function adviceOf(isChunk: boolean, online: boolean): string {
  if (!isChunk) return t('ui.page.broken')
  return online ? t('ui.part.reload') : t('ui.page.offline')
}

export function NotFoundView() {
  usePageTitle(t('ui.page.missing.title'))
  return (
    <Stack className={classes['view'] ?? ''}>
      <Title order={1} size="h3">
        {t('ui.page.missing.title')}
      </Title>
      <Text c="dimmed">{t('ui.page.missing.text')}</Text>
      <ButtonLink to="/dashboard">{t('ui.page.missing.home')}</ButtonLink>
    </Stack>
  )
}
