import type { Translation } from '@fieldwatch/messages/texts-of'
import type { texts as english } from './en.ts'

export const texts: Translation<typeof english> = {
  'prometheus.write.format':
    'Envíe remote write 1.0: application/x-protobuf con prometheus.WriteRequest, comprimido con Snappy.',
  'prometheus.write.protobuf': 'El contenido no es un mensaje protobuf válido.',
  'prometheus.write.snappy': 'El contenido no está comprimido correctamente con Snappy.',
  'prometheus.write.labels': 'Una serie tiene como máximo {count, number} etiquetas, de {size, number} KiB en total.',
  'prometheus.write.text': 'Una etiqueta no es UTF-8 válido.',
  'prometheus.write.repeated': 'Una etiqueta aparece dos veces.',
  'prometheus.write.histogram': 'Los histogramas nativos no se admiten.',
  'prometheus.write.name': 'La métrica no tiene nombre.',
  'prometheus.write.samples': 'Un contenido tiene como máximo {count, number} muestras.',
  'prometheus.query.ends': 'La consulta está incompleta.',
  'prometheus.query.unexpected': 'La consulta no se puede leer a partir de «{text}» (posición {position, number}).',
  'prometheus.query.deep': 'Una consulta anida como máximo {most, number} expresiones.',
  'prometheus.query.no-selector': '«{text}» no es un selector de series.',
  'prometheus.query.no-match': 'Indique las series con match[].',
  'prometheus.query.same-labels':
    'Dos series del resultado tienen las mismas etiquetas. Agrupe por una etiqueta que las distinga: los cálculos quitan el nombre de la métrica.',
  'prometheus.query.subquery': 'No se admiten subconsultas como «{text}» (posición {position, number}).',
  'prometheus.query.at': 'El modificador @ en «{text}» (posición {position, number}) no se admite.',
  'prometheus.query.string': 'Un texto como {text} (posición {position, number}) no se admite como expresión.',
  'prometheus.query.part': '«{text}» (posición {position, number}) no se admite.',
  'prometheus.query.number': '«{text}» (posición {position, number}) no es un número admitido.',
  'prometheus.query.offset': 'En «{text}» (posición {position, number}), offset va justo detrás de un selector.',
  'prometheus.query.operator':
    'El operador «{text}» (posición {position, number}) no se admite. Se admiten: + - * / % ^',
  'prometheus.query.matching':
    '«{text}» (posición {position, number}) no se admite: las series solo se calculan con números.',
  'prometheus.query.two-vectors':
    '«{text}» (posición {position, number}) calcula series con series. Las series solo se calculan con números; use una fuente calculada.',
  'prometheus.query.function':
    'La función «{text}» (posición {position, number}) no se admite. Se admiten: avg_over_time, min_over_time, max_over_time, sum_over_time, count_over_time, last_over_time, rate, increase',
  'prometheus.query.aggregation':
    'La agregación «{text}» (posición {position, number}) no se admite. Se admiten: sum, avg, min, max, count',
  'prometheus.query.range-of':
    'En «{text}» (posición {position, number}), un intervalo entre corchetes va justo detrás de un selector.',
  'prometheus.query.range-alone':
    '«{text}» (posición {position, number}) es un intervalo. Aplíquele una función como avg_over_time.',
  'prometheus.query.range-of-ranges':
    'Una consulta en el tiempo da un valor por paso. Aplique al intervalo una función como avg_over_time.',
  'prometheus.query.two-names': '«{text}» (posición {position, number}) nombra la métrica dos veces.',
  'prometheus.query.any-series':
    '«{text}» (posición {position, number}) selecciona todo. Al menos una condición no debe aceptar un valor vacío.',
  'prometheus.query.text': 'El texto {text} (posición {position, number}) no es válido.',
  'prometheus.query.duration':
    '«{text}» (posición {position, number}) no es una duración válida. Escríbala como 5m o 1h30m.',
  'prometheus.query.argument':
    'En «{text}» (posición {position, number}), la función espera un intervalo, como en rate(level[5m]).',
  'prometheus.query.aggregated':
    'En «{text}» (posición {position, number}), la agregación espera una expresión con series.',
  'prometheus.query.pattern': '«{pattern}» no es una expresión regular válida.',
  'prometheus.query.pattern-large':
    'La expresión regular «{pattern}» es demasiado grande. Use una lista de valores, como a|b|c.',
  'prometheus.query.step': 'El paso es una duración de al menos un milisegundo.',
  'prometheus.query.order': 'El final es anterior al inicio.',
  'prometheus.query.steps': 'Un intervalo tiene como máximo {most, number} pasos. Elija un paso más largo.',
  'prometheus.query.lookback': 'El periodo de búsqueda (lookback_delta) es una duración, como 30m.',
  'prometheus.query.time': '«{text}» no es una hora: use segundos desde 1970 o RFC 3339.',
  'prometheus.query.series':
    'Una consulta tiene como máximo {most, number} series. Añada condiciones, por ejemplo unit="…".',
  'prometheus.query.values':
    'Una respuesta tiene como máximo {most, number} valores. Elija menos series o un paso más largo.',
  'prometheus.query.samples':
    'Una consulta lee como máximo {most, number} valores. Elija un intervalo más corto, una ventana más corta o menos series.',
  'prometheus.query.window': 'Una ventana tiene como máximo {most, number} valores de una serie. Elija una más corta.',
  'prometheus.help':
    'En Prometheus o en un agente, introduzca esta dirección y este token en «remote_write». Un Prometheus que consulta varios dispositivos usa un token que puede enviar por dispositivos, y nombra cada dispositivo en la etiqueta «unit».',
  'errors.query/invalid': 'Esta consulta no se puede leer.',
  'errors.query/unsupported': 'Esta consulta usa una parte de PromQL que no se admite.',
  'errors.query/too-large':
    'Esta consulta lee demasiado a la vez. Elija menos series, un intervalo más corto o un paso más largo.',
}
