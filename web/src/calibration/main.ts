import './worksheet.css'
import { readPortalMessage } from './messages.ts'
import { createWorksheet } from './worksheet.ts'

const place = document.querySelector<HTMLElement>('#worksheet')
if (place === null) throw new Error('the page has no #worksheet')
const worksheet = createWorksheet(place)

window.addEventListener('message', ({ data, origin, source }) => {
  if (source !== window.parent || origin !== location.origin) return
  const message = readPortalMessage(data)
  if (message?.type === 'fieldwatch/context') document.documentElement.style.colorScheme = message.colorScheme
  if (message?.type === 'fieldwatch/readings') worksheet.setReadings(message.readings)
})

if (window.parent !== window) {
  window.parent.postMessage({ type: 'fieldwatch/ready' }, location.origin)
  new ResizeObserver(() => {
    window.parent.postMessage({ type: 'fieldwatch/height', height: place.offsetHeight }, location.origin)
  }).observe(place)
}
