# The portal as an image, made from a checkout: docker build -t fieldwatch .
# PostgreSQL refuses to run as root, and so does this image.

ARG NODE=docker.io/library/node:24-bookworm-slim
ARG DEBIAN=docker.io/library/debian:bookworm-slim

FROM ${NODE} AS build
WORKDIR /build
# docker build --build-arg COMMIT=$(git rev-parse --short=12 HEAD) …
ARG COMMIT
ENV SOURCE_COMMIT=${COMMIT}
COPY . .
RUN npm ci && npm run package -- folder

FROM ${DEBIAN}
RUN useradd --system --user-group --uid 999 --home-dir /var/lib/fieldwatch --no-create-home fieldwatch \
  && install -d -m 0750 -o fieldwatch -g fieldwatch /var/lib/fieldwatch \
  && ln -s /usr/lib/fieldwatch/bin/fieldwatch /usr/bin/fieldwatch
COPY --from=build /build/dist/fieldwatch /usr/lib/fieldwatch
# By number: Kubernetes must see that it is not root.
USER 999:999
WORKDIR /var/lib/fieldwatch
ENV FIELDWATCH_DATA=/var/lib/fieldwatch FIELDWATCH_HOST=0.0.0.0 NODE_COMPILE_CACHE=/tmp/compile
VOLUME /var/lib/fieldwatch
EXPOSE 8080 1883 8443 8883
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["/usr/lib/fieldwatch/node/bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.FIELDWATCH_PORT || 8080}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["fieldwatch", "start"]
