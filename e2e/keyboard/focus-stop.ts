/** What has the focus, as a person who uses the keyboard alone finds it. */
export interface FocusStop {
  /** The role, from the attribute or else the element. */
  readonly role: string
  readonly name: string
  /** Whether an outline or a shadow shows that it has the focus. */
  readonly isMarked: boolean
  /** Whether its middle is on the screen, with nothing above it. */
  readonly isInSight: boolean
  /** Where it is: the dialog or the landmark around it. */
  readonly within: string
  /** Its place among all elements of the document. */
  readonly place: number
  /** Its edges in pixels, as if nothing were scrolled. */
  readonly edges: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }
}

/**
 * Describes the element that has the focus; undefined while nothing but the page itself has it. It is a text because it runs in the
 * browser, which the compiler of the journeys does not know, and the names of elements are as a reader would say them, in short.
 */
export const READ_FOCUS_STOP = `(() => {
  const element = document.activeElement
  // Firefox goes through its own bars too.
  if (element === null || element === document.body || !document.hasFocus()) return null
  const textOf = (ids) => ids.split(/\\s+/).map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
  const { labels } = element
  const name = [
    textOf(element.getAttribute('aria-labelledby') ?? ''),
    element.getAttribute('aria-label'),
    labels?.length > 0 ? labels[0].textContent : '',
    element.matches('input, select, textarea') ? '' : element.textContent,
    element.title,
    element.placeholder,
  ].find((text) => text?.trim()) ?? ''
  const kind = element.matches('input') ? element.type : element.tagName.toLowerCase()
  const roles = { a: 'link', checkbox: 'checkbox', radio: 'radio', select: 'combobox', textarea: 'textbox' }
  const role = element.getAttribute('role') ?? roles[kind] ?? (element.matches('input') ? 'textbox' : kind)
  // A box may be drawn by its label or what follows it, and an editor by its frame.
  const isBox = element.matches('[type=checkbox], [type=radio]')
  const isEditor = element.matches('[contenteditable=true]')
  const drawn = isBox
    ? [element, element.nextElementSibling, element.parentElement, element.closest('label')]
    : isEditor ? [element, element.closest('.cm-editor')?.parentElement ?? null] : [element]
  // The browser itself marks the parts of a field of dates.
  const isMarked = element.matches('[type=date]') || drawn.some((part) => {
    if (part === null) return false
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(part)
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1) || boxShadow !== 'none'
  })
  const isInSight = drawn.some((part) => {
    const { left, top, width, height } = part?.getBoundingClientRect() ?? { width: 0, height: 0 }
    if (width < 2 || height < 2) return false
    // Of something higher than the screen, what shows of it.
    const y = (Math.max(top, 0) + Math.min(top + height, innerHeight)) / 2
    const at = document.elementFromPoint((Math.max(left, 0) + Math.min(left + width, innerWidth)) / 2, y)
    return at !== null && (part.contains(at) || at.contains(part))
  })
  const around = element.closest('[role=dialog], nav, header, main, aside')
  const within = around?.getAttribute('role') ?? around?.tagName.toLowerCase() ?? 'body'
  const place = [...document.querySelectorAll('*')].indexOf(element)
  let scrolled = 0
  for (let part = element.parentElement; part !== null; part = part.parentElement) scrolled += part.scrollTop
  const { left, right, top, bottom } = element.getBoundingClientRect()
  const edges = { left, right, top: top + scrolled, bottom: bottom + scrolled }
  // The star of a required field is drawn for eyes alone.
  const text = name.replace(/\\s+/g, ' ').trim().replace(/ \\*$/, '')
  return { role, name: text, isMarked, isInSight, within, place, edges }
})()`
