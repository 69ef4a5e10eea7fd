import { Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Logo } from '#ui/components/logo.tsx'
import { usePageTitle } from '#ui/components/use-page-title.ts'
import { LanguageChoice } from './language-choice.tsx'
import classes from './sign-in-frame.module.css'
import { t } from './texts.ts'

interface SignInFrameProps {
  title: string
  /** One sentence under the title. */
  lead: string
  children: ReactNode
}

/** The page around the forms that a signed-out visitor sees. */
export function SignInFrame({ title, lead, children }: SignInFrameProps) {
  usePageTitle(title)
  return (
    <div className={classes['page']}>
      <Rings />
      <main className={classes['card']}>
        <Group justify="space-between" wrap="nowrap" className={classes['brand'] ?? ''}>
          <Group gap="sm" wrap="nowrap">
            <Logo size="var(--fw-touch-target)" />
            <Text component="span" fw={650} size="xl">
              {t('sign-in.brand')}
            </Text>
          </Group>
          <LanguageChoice />
        </Group>
        <Stack gap={0} className={classes['title'] ?? ''}>
          <Title order={1} size="h3">
            {title}
          </Title>
          <Text c="dimmed">{lead}</Text>
        </Stack>
        <Stack>{children}</Stack>
      </main>
    </div>
  )
}

/** The waves of the mark, wide and faint behind the form. */
function Rings() {
  return (
    <svg className={classes['rings']} viewBox="0 0 1200 800" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      {[140, 260, 400, 560, 740, 940].map((radius) => (
        <circle key={radius} cx="600" cy="820" r={radius} />
      ))}
    </svg>
  )
}
