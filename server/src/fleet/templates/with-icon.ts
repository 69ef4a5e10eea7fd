import type { TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import type { UnitIcon } from '@fieldwatch/contract/templates/unit-icons'

/** A template with another icon. Null: none; undefined: it stays. */
export function withIcon(template: TemplateDefinition, icon: UnitIcon | null | undefined): TemplateDefinition {
  if (icon === undefined) return template
  const { icon: _before, ...rest } = template
  return icon === null ? rest : { ...rest, icon }
}
