import type { texts } from '@fieldwatch/messages/template-differences/en'
import { differencesOfTemplates } from '@fieldwatch/contract/templates/template-difference'
import type { TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import { differenceText } from '@fieldwatch/messages/template-differences/difference-text'
import { List, Text } from '@mantine/core'
import { useMemo } from 'react'
import classes from './templates.module.css'
import { t } from './texts.ts'
import { defineTexts } from '#platform/texts/define-texts.ts'

/** The server writes the same into the versions of templates. */
const tDifference = defineTexts<typeof texts>(import.meta.glob('/../messages/src/template-differences/??.*'))

/** More than this no one reads. */
const MOST = 100

/** What is different between two templates, in sentences. */
export function TemplateDifferences({ before, after }: { before: TemplateDefinition; after: TemplateDefinition }) {
  const all = useMemo(() => differencesOfTemplates(before, after), [before, after])
  if (all.length === 0) return <Text c="dimmed">{t('templates.difference.none')}</Text>
  const texts = all.slice(0, MOST).map((one) => differenceText(tDifference, one))
  return (
    <>
      <List size="sm" spacing="xs" className={classes['differences'] ?? ''}>
        {texts.map((text, index) => (
          // Two of one kind may have one title.
          <List.Item key={`${index}-${text}`}>
            <span className={classes['words']}>{text}</span>
          </List.Item>
        ))}
      </List>
      {all.length > MOST ? <Text size="sm">{t('templates.more', { count: all.length - MOST })}</Text> : undefined}
    </>
  )
}
