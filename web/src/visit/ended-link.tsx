import { Stack, Text, Title } from '@mantine/core'
import { Logo } from '#ui/components/logo.tsx'
import { usePageTitle } from '#ui/components/use-page-title.ts'
import classes from './visit.module.css'
import { t } from './texts.ts'

/** What is left of the page when its link ends. */
export function EndedLink() {
  usePageTitle(undefined)
  return (
    <main className={classes['closed']}>
      <div className={classes['card']}>
        <Stack gap="sm">
          <Logo />
          <Title order={1} size="h3">
            {t('visit.ended')}
          </Title>
          <Text>{t('visit.ended.help')}</Text>
        </Stack>
      </div>
    </main>
  )
}
