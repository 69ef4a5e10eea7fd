import { EditorView } from '@codemirror/view'
import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { renderPart } from '#testing/render-part.tsx'
import { JsonField } from './json-field.tsx'
import { jsonText, readJson } from './json-text.ts'

function Form({ start = '{"one": 1}' }: { start?: string }) {
  const [text, setText] = useState(start)
  return (
    <>
      <JsonField label="Payload" value={text} error={readJson(text).problem} onChange={setText} />
      <button type="button" onClick={() => setText('[]')}>
        Set
      </button>
      <output>{text}</output>
    </>
  )
}

async function editor(): Promise<EditorView> {
  const field = await screen.findByRole('textbox', { name: 'Payload' })
  const view = EditorView.findFromDOM(field)
  if (view === null) throw new Error('There is no editor')
  return view
}

const type = (view: EditorView, insert: string) =>
  act(() => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert } }))

describe('a field for JSON', () => {
  // spec 2-2-51
  it('has a name, shows its value and reports what is typed', async () => {
    renderPart(<Form />)
    const view = await editor()
    expect(view.state.doc.toString()).toBe('{"one": 1}')
    type(view, '{"two": 2}')

    expect(screen.getByRole('status').textContent).toBe('{"two": 2}')
  })

  it('says Invalid JSON format of what is none, to who hears it too', async () => {
    renderPart(<Form />)
    const view = await editor()
    expect(view.contentDOM.getAttribute('aria-invalid')).toBe('false')
    type(view, '{"two": ')

    const error = screen.getByRole('alert')
    expect(error.textContent).toBe('Invalid JSON format')
    expect(view.contentDOM.getAttribute('aria-invalid')).toBe('true')
    expect(view.contentDOM.getAttribute('aria-describedby')).toBe(error.id)
    type(view, '{}')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('shows what is set from elsewhere', async () => {
    renderPart(<Form />)
    const view = await editor()
    act(() => screen.getByRole('button', { name: 'Set' }).click())

    expect(view.state.doc.toString()).toBe('[]')
  })
})

describe('JSON', () => {
  it('is read, and written for people', () => {
    expect(readJson('"ListConfigInfo"')).toEqual({ value: 'ListConfigInfo' })
    expect(readJson('{a: 1}').problem).toBe('Invalid JSON format')
    expect(readJson('').problem).toBe('Invalid JSON format')
    expect(jsonText({ a: 1 })).toBe('{\n  "a": 1\n}')
  })
})
