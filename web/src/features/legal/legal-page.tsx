import { Group, List, Stack, Text, Title } from '@mantine/core'
import { Logo } from '#ui/components/logo.tsx'
import { usePageTitle } from '#ui/components/use-page-title.ts'
import classes from './legal-page.module.css'
import { t } from './texts.ts'

interface LegalSection {
  title: string
  points: readonly string[]
}

interface LegalPageProps {
  title: string
  lead: string
  sections: readonly LegalSection[]
}

/** A page to read before one agrees to it, signed in or not. */
export function LegalPage({ title, lead, sections }: LegalPageProps) {
  usePageTitle(title)
  return (
    <main className={classes['page']}>
      <Stack gap="lg" className={classes['text'] ?? ''}>
        <Group gap="sm">
          <Logo size="var(--fw-touch-target)" />
          <Text component="span" fw={650} size="xl">
            {t('legal.brand')}
          </Text>
        </Group>
        <div>
          <Title order={1} size="h2">
            {title}
          </Title>
          <Text c="dimmed">{lead}</Text>
        </div>
        {sections.map((section) => (
          <Section key={section.title} {...section} />
        ))}
      </Stack>
    </main>
  )
}

function Section({ title, points }: LegalSection) {
  return (
    <section>
      <Title order={2} size="h4" mb="xs">
        {title}
      </Title>
      <List spacing="xs" size="sm">
        {points.map((point) => (
          <List.Item key={point}>{point}</List.Item>
        ))}
      </List>
    </section>
  )
}
