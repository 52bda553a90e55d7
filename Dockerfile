# docker build -t thresh . && docker run -p 8080:8080 -v "$PWD/docs.thresh:/store" thresh
# Behind the name of a machine: ... thresh --name search.example.org
FROM debian:12 AS build
COPY . /thresh
WORKDIR /thresh
RUN scripts/setup && scripts/package

FROM debian:12-slim
COPY --from=build /thresh/build/release/package/*.deb /package/
RUN apt-get update && apt-get install -y --no-install-recommends /package/*.deb && rm -rf /var/lib/apt/lists /package
USER nobody
EXPOSE 8080
ENTRYPOINT ["thresh-query", "serve", "--address", "0.0.0.0", "--store", "/store"]
